import { rule } from '#domain/innocent.ts'

export const copy = rule
