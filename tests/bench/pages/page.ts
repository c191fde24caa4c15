import * as dexie from './plain-dexie.ts'
import * as ours from './our-copy.ts'

/** What the bench calls in the page: the same acts by each engine, on the same records of the same server. */
export const bench = { ours, dexie }

Object.assign(window, { bench })
