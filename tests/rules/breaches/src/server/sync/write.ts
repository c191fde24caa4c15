import { rows } from '../db/innocent.ts'

export const write = rows
