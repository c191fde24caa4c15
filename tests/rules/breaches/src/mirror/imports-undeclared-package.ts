import { format } from 'pathe'

export const stream = format
