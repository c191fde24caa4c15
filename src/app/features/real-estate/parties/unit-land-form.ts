import { partFormOf } from '#app/records/parts/part-draft.ts'

/** Form of 대지권의 목적인 토지 for a unit's panel and its application. */
export const unitLandForm = partFormOf('unit-lands')
