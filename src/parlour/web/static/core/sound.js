// Quiet sounds of a card table, synthesised without sound files and off by default.
import { state } from "./state.js";

/** @typedef {{context: BaseAudioContext, out: AudioNode}} Desk */

const LOUDNESS = 0.7,
  ROOM = 0.16; // How much reverb is mixed in, from 0 to 1.
/** @type {{audio: AudioContext, desk: Desk} | null} */
let awake = null;

/** Create the page's audio when the first sound is played. */
function wake() {
  const audio = new AudioContext();
  return { audio, desk: deskIn(audio) };
}

/** Create the mixer, with the reverb of a small wooden room. @param {BaseAudioContext} context @returns {Desk} */
export function deskIn(context) {
  const out = new GainNode(context, { gain: LOUDNESS });
  const walls = new ConvolverNode(context, { buffer: echo(context) });
  out.connect(context.destination);
  out
    .connect(walls)
    .connect(new GainNode(context, { gain: ROOM }))
    .connect(context.destination);
  return { context, out };
}

/** Make the reverb's impulse response. @param {BaseAudioContext} context */
const echo = (context) => noise(context, 0.32, (part) => (1 - part) ** 4 * 0.5);

/** @param {BaseAudioContext} context @param {number} length @param {(part: number) => number} shape */
function noise(context, length, shape) {
  const frames = Math.floor(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate),
    samples = buffer.getChannelData(0);
  for (let n = 0; n < frames; n += 1) samples[n] = (Math.random() * 2 - 1) * shape(n / frames);
  return buffer;
}

/** Vary a number slightly at random, so that no two cards sound alike. @param {number} middle */
const about = (middle) => middle * (0.92 + Math.random() * 0.16);

/**
 * Play the sound of a card sliding over cloth.
 * @param {Desk} desk @param {number} at @param {number} length @param {number} loud
 */
function slide({ context, out }, at, length, loud) {
  const swell = (/** @type {number} */ part) => Math.sin(Math.PI * part ** 0.6) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer: noise(context, about(length), swell) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 0.9, frequency: about(1400) });
  filter.frequency.setValueAtTime(about(1400), at);
  filter.frequency.exponentialRampToValueAtTime(about(3400), at + length);
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud }))
    .connect(out);
  source.start(at);
}

/** Play the sound of one or more cards landing on wood. @param {Desk} desk @param {number} at @param {number} loud */
function tap({ context, out }, at, loud) {
  const click = new AudioBufferSourceNode(context, { buffer: noise(context, 0.03, (part) => (1 - part) ** 6) });
  const dull = new BiquadFilterNode(context, { type: "lowpass", frequency: about(1100) });
  click
    .connect(dull)
    .connect(new GainNode(context, { gain: loud }))
    .connect(out);
  click.start(at);
  bar({ context, out }, at, about(150), 0.09, loud * 0.5);
}

/**
 * Play a note like a wooden xylophone bar's, with a short overtone.
 * @param {Desk} desk @param {number} at @param {number} pitch @param {number} length @param {number} loud
 */
function bar({ context, out }, at, pitch, length, loud) {
  for (const [times, share, lasts] of [
    [1, 1, 1],
    [3.93, 0.22, 0.3],
  ]) {
    const source = new OscillatorNode(context, { type: "sine", frequency: pitch * times });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud * share, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length * lasts);
    source.connect(gain).connect(out);
    source.start(at);
    source.stop(at + length * lasts);
  }
}

/** @param {Desk} desk @param {number} at @param {number[]} pitches @param {number} gap @param {number} length */
const bars = (desk, at, pitches, gap, length) =>
  pitches.forEach((pitch, n) => bar(desk, at + n * gap, pitch, length, 0.16));

/** @param {Desk} desk @param {number} at */
function card(desk, at) {
  slide(desk, at, 0.11, 0.3);
  tap(desk, at + 0.1, 0.3);
}

/** The sounds by name. @type {Record<string, (desk: Desk, at: number) => void>} */
export const SOUNDS = {
  card,
  deal: (desk, at) => [0, 1, 2, 3, 4, 5].forEach((n) => slide(desk, at + n * 0.07, 0.07, 0.2)),
  trick(desk, at) {
    card(desk, at);
    slide(desk, at + 0.42, 0.2, 0.34);
    [0.6, 0.64].forEach((later) => tap(desk, at + later, 0.26));
  },
  turn(desk, at) {
    card(desk, at);
    bars(desk, at + 0.16, [659, 880], 0.1, 0.5);
  },
  round: (desk, at) => bars(desk, at, [392, 523, 659], 0.13, 0.8),
  win: (desk, at) => bars(desk, at, [523, 659, 784, 1047, 784, 1047], 0.14, 1),
};

/** Play a sound; browsers allow that only after a touch or a key. @param {string} name */
export function play(name) {
  if (state.settings.sound === "off" || document.hidden || !navigator.userActivation.hasBeenActive) return;
  awake ??= wake();
  SOUNDS[name]?.(awake.desk, awake.audio.currentTime + 0.01);
}
