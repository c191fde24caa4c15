import { who } from '#app/session/innocent.ts'

export const leave = who
