import { partFormOf } from '#app/records/parts/part-draft.ts'

/** 대지권의 목적인 토지, as a unit's panel and its application ask for them. */
export const unitLandForm = partFormOf('unit-lands')
