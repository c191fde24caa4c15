import { of } from 'rxjs'

export const stream = of
