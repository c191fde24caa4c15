import { copy } from '../src/mirror/innocent.ts'

export const drain = copy
