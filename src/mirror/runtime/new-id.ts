import { createIdMaker } from '#domain/devices/id-maker.ts'

/** A new UUIDv7 for anything created in a page, worker or service worker. */
export const newId = createIdMaker(
  () => Date.now(),
  () => crypto.getRandomValues(new Uint8Array(8)),
)
