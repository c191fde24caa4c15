import { innocent } from '#contract/innocent.ts'

export const rule = innocent
