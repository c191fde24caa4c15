import { plainBook, type ServedBook } from '../books/served-book.ts'
import { addressOptions } from './address-options.ts'

/** Property addresses 부동산 주소 (decision 15). */
const addresses: ServedBook = { ...plainBook('addresses'), options: addressOptions }

export const addressBooks = [addresses]
