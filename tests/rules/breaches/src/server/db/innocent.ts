import { rule } from '#domain/innocent.ts'

export type Row = typeof rule
export const rows = rule
