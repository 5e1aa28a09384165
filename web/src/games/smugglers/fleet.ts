/** How boats and goods get from one scene to the next: over which places, when, and which way a bow points. */
import { at, type Point, polar } from "../../board/geometry";
import { bow, CENTRE, islandAt, type Layout } from "./layout";
import { PUSH_MS, ROW_MS, TOSS_MS, timing } from "./pace";
import { course, GOODS, homeOf, type SmugglersScene, STACK } from "./scene";

export interface Trip {
  at: Point;
  via: (Point & { turn: number })[];
  turn: number;
  ms: number;
  delay: number;
}
export interface GoodTrip extends Trip {
  token: number;
  home: string;
  scale: number;
}

const still = (place: Point, turn: number): Trip => ({ at: place, via: [], turn, ms: ROW_MS, delay: 0 });

/** The trip of each boat, by seat; null while it is not on the board. */
export function boatTrips(
  before: SmugglersScene | null,
  after: SmugglersScene,
  places: Map<string, Point>,
  last: readonly (Trip | null)[],
): (Trip | null)[] {
  const find = (name: string) => places.get(name) ?? CENTRE;
  return after.players.map((boat) => {
    const was = before?.players[boat.seat]?.field;
    const turned = last[boat.seat]?.turn;
    if (boat.field === null) return null;
    const here = find(boat.field);
    if (!before || !was || was === boat.field) return still(here, turned ?? bow(here, CENTRE, 0));
    const isMover = boat.seat === before.turn;
    const stations = (isMover ? course(before, was, boat.field) : [was, boat.field]).map(find);
    let turn = turned ?? 0;
    const via = stations.slice(1).map((point, index) => {
      turn = bow(stations[index] ?? point, point, turn);
      return { ...point, turn };
    });
    if (isMover) return { at: here, via: via.slice(0, -1), turn, ms: ROW_MS, delay: 0 };
    return { at: here, via: [], turn, ms: PUSH_MS, delay: timing(before, after).push };
  });
}

/** The notch for a good, behind the middle of a boat. */
const astern = (boat: Point, turn: number): Point => polar(boat, 15, turn + 180);

/** The trip of each of the twenty goods: those aboard ride with their boat. */
export function goodTrips(
  before: SmugglersScene | null,
  after: SmugglersScene,
  places: Map<string, Point>,
  layout: Layout,
  boats: readonly (Trip | null)[],
): GoodTrip[] {
  const toss = before ? timing(before, after).toss : 0;
  return Array.from({ length: GOODS }, (_, token) => {
    const home = homeOf(after, token);
    const isTossed = before !== null && homeOf(before, token) !== home;
    const boat = home.startsWith("boat") ? boats[Number(home.slice(4))] : null;
    const common = { token, home, scale: home.startsWith("chest") ? 0 : home.startsWith("boat") ? 0.82 : 1 };
    if (boat && !isTossed) {
      const via = boat.via.map((each) => ({ ...astern(each, each.turn), turn: 0 }));
      return { ...boat, at: astern(boat.at, boat.turn), turn: 0, via, ...common };
    }
    const place = boat ? astern(boat.at, boat.turn) : goodPlace(after, token, home, places, layout);
    return { ...still(place, 0), ms: TOSS_MS, delay: isTossed ? toss : 0, ...common };
  });
}

function goodPlace(
  scene: SmugglersScene,
  token: number,
  home: string,
  places: Map<string, Point>,
  layout: Layout,
): Point {
  if (home.startsWith("chest")) {
    const room = layout.rooms[Number(home.slice(5))];
    return room ? at(room.x + 120, room.y + room.height - 26) : CENTRE;
  }
  if (home.startsWith("field:")) {
    const name = home.slice(6);
    const place = places.get(name) ?? CENTRE;
    const isUnderBoat = scene.players.some((boat) => boat.field === name);
    return isUnderBoat ? at(place.x + 26, place.y + 26) : place;
  }
  const island = scene.islands[Math.floor(token / STACK)];
  const { stack } = islandAt(places.get(island?.harbour ?? "") ?? CENTRE);
  const rank = STACK - 1 - (token % STACK); // the next one to go lies on top
  return at(stack.x, stack.y + 12 - rank * 11);
}
