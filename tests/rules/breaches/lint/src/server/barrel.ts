export * from './takes-four.ts'
export * from './nests-deep.ts'
