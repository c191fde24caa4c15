import { rule } from '#domain/innocent.ts'

export const button = rule
