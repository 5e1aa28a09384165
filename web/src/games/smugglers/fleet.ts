/** How boats and goods get from one scene to the next: over which places, when, and which way a bow points. */
import { at, type Point, polar } from "../../board/geometry";
import { partKind, partValue } from "../../board/part";
import { bow, CENTRE, islandAt, type Layout } from "./layout";
import { PUSH_MS, ROW_MS, TOSS_MS, timing } from "./pace";
import { course, type Good, moved, type SmugglersScene, STACK } from "./scene";

export interface Trip {
  at: Point;
  via: (Point & { turn: number })[];
  turn: number;
  ms: number;
  delay: number;
}
export interface GoodTrip extends Trip {
  good: Good;
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

const SCALE: Record<string, number> = { boat: 0.82, chest: 0 };

/** The trip of each of the twenty goods: those aboard ride with their boat. */
export function goodTrips(
  before: SmugglersScene | null,
  after: SmugglersScene,
  places: Map<string, Point>,
  layout: Layout,
  boats: readonly (Trip | null)[],
): GoodTrip[] {
  const toss = before ? timing(before, after).toss : 0;
  const tossed = moved(before, after);
  return after.goods.map((good) => {
    const kind = partKind(good.home);
    const boat = kind === "boat" ? boats[Number(partValue(good.home))] : null;
    const common = { good, scale: SCALE[kind] ?? 1 };
    const isTossed = tossed.includes(good);
    if (boat && !isTossed) {
      const via = boat.via.map((each) => ({ ...astern(each, each.turn), turn: 0 }));
      return { ...boat, at: astern(boat.at, boat.turn), turn: 0, via, ...common };
    }
    const place = boat ? astern(boat.at, boat.turn) : goodPlace(after, good, places, layout);
    return { ...still(place, 0), ms: TOSS_MS, delay: isTossed ? toss : 0, ...common };
  });
}

function goodPlace(scene: SmugglersScene, good: Good, places: Map<string, Point>, layout: Layout): Point {
  const where = partValue(good.home);
  switch (partKind(good.home)) {
    case "chest": {
      const room = layout.rooms[Number(where)];
      return room ? at(room.x + 120, room.y + room.height - 26) : CENTRE;
    }
    case "field": {
      const place = places.get(where) ?? CENTRE;
      const isUnderBoat = scene.players.some((boat) => boat.field === where);
      return isUnderBoat ? at(place.x + 26, place.y + 26) : place;
    }
    default: {
      const { stack } = islandAt(places.get(scene.islands[good.origin]?.harbour ?? "") ?? CENTRE);
      const rank = STACK - 1 - (good.token % STACK); // the next one to go lies on top
      return at(stack.x, stack.y + 12 - rank * 11);
    }
  }
}
