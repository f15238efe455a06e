// Whether the player uses keys at the moment, or a pointer.

export const keys = { used: false };

addEventListener("keydown", () => void (keys.used = true), true);
addEventListener("pointerdown", () => void (keys.used = false), true);
