import { read as readXlsx } from '@e965/xlsx'

export const read = readXlsx
