export type { Row } from '#server/db/innocent.ts'
