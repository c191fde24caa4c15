import { readFile } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { rows } from '../db/innocent.ts'

export type Leave = { deps: Deps }
export const leave = [rows, readFile]
