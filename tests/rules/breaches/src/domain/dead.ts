export const dead = 1
