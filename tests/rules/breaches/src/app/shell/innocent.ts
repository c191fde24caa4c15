import { who } from '#app/session/innocent.ts'

export const frame = who
