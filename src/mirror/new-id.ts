import { createIdMaker } from '#domain/devices/id-maker.ts'

/** A new UUIDv7, for everything a page, worker or service worker makes. */
export const newId = createIdMaker(
  () => Date.now(),
  () => crypto.getRandomValues(new Uint8Array(8)),
)
