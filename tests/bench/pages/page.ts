import * as ours from './our-copy.ts'
import * as dexie from './plain-dexie.ts'

/**
 * Functions the bench calls in the page: the same steps by each engine, on the same records of the
 * same server.
 */
export const bench = { ours, dexie }

Object.assign(window, { bench })
