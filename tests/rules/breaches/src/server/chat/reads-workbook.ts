import { readXlsx } from 'hucre'

export const read = readXlsx
