/** Synthesised sounds; off by default. */
import { readStorage, writeStorage } from "../browser/storage";

export type Noise =
  | "tap"
  | "turn"
  | "hit"
  | "miss"
  | "shoal"
  | "splash"
  | "roll"
  | "snap"
  | "bubble"
  | "win"
  | "turn_mine";

interface Tone {
  from: number; // hertz
  to: number;
  ms: number;
  after?: number;
  wave?: OscillatorType;
  gain?: number;
}

const TONES: Record<Noise, Tone[]> = {
  tap: [{ from: 420, to: 380, ms: 50 }],
  turn: [{ from: 220, to: 330, ms: 160, wave: "triangle" }],
  hit: [
    { from: 523, to: 523, ms: 110 },
    { from: 784, to: 784, ms: 180, after: 100 },
  ],
  miss: [{ from: 240, to: 120, ms: 220 }],
  shoal: [0, 1, 2, 3].map((note) => ({ from: 523 * 1.25 ** note, to: 540 * 1.25 ** note, ms: 110, after: note * 80 })),
  splash: [{ from: 700, to: 120, ms: 260, wave: "triangle", gain: 0.6 }],
  roll: [0, 1, 2, 3].map((knock) => ({ from: 190, to: 150, ms: 40, after: knock * 70, wave: "square", gain: 0.3 })),
  snap: [{ from: 140, to: 60, ms: 160, wave: "sawtooth", gain: 0.5 }],
  bubble: [{ from: 400, to: 900, ms: 90 }],
  win: [523, 659, 784, 1047].map((note, index) => ({ from: note, to: note, ms: 240, after: index * 150 })),
  turn_mine: [
    { from: 660, to: 660, ms: 90 },
    { from: 880, to: 880, ms: 140, after: 90 },
  ],
};

export class Sound {
  isOn = $state(false);
  isChosen = $state(false); // the player has said yes or no
  #context: AudioContext | null = null;

  constructor() {
    const kept = readStorage("sound");
    this.isOn = kept === "on";
    this.isChosen = kept !== null;
  }

  choose(isOn: boolean): void {
    this.isOn = isOn;
    this.isChosen = true;
    writeStorage("sound", isOn ? "on" : "off");
    this.play("tap");
  }

  play(noise: Noise): void {
    if (!this.isOn || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    for (const tone of TONES[noise]) this.#playTone(this.#context, tone);
  }

  /** Speak a text in the language of the page. */
  speak(text: string): void {
    if (!this.isOn || typeof speechSynthesis === "undefined") return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }

  #playTone(context: AudioContext, tone: Tone): void {
    const start = context.currentTime + (tone.after ?? 0) / 1000;
    const end = start + tone.ms / 1000;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = tone.wave ?? "sine";
    voice.frequency.setValueAtTime(tone.from, start);
    voice.frequency.exponentialRampToValueAtTime(tone.to, end);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12 * (tone.gain ?? 1), start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(end);
  }
}

export const sound = new Sound();
