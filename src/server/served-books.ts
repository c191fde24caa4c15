import { collectionNames } from '#contract/books/collections.ts'
import { addressBooks } from './addresses/books.ts'
import { createPlainBook, type ServedBook } from './books/served-book.ts'
import { cardUsageBooks } from './card-usage/books.ts'
import { depositBooks } from './deposit-cases/books.ts'
import { inquiryBooks } from './inquiries/books.ts'
import { leaveBooks } from './leave/books.ts'
import { masterDataBooks } from './master-data/books.ts'
import { paperBooks } from './papers/books.ts'
import { quickDeliveryBooks } from './quick-delivery/books.ts'
import { realEstateBooks } from './real-estate/books.ts'
import { registerBooks } from './register/books.ts'

/** Books with additional server-side behavior. */
const customBooks: readonly ServedBook[] = [
  ...realEstateBooks,
  ...depositBooks,
  ...masterDataBooks,
  ...quickDeliveryBooks,
  ...leaveBooks,
  ...cardUsageBooks,
  ...inquiryBooks,
  ...addressBooks,
  ...paperBooks,
  ...registerBooks,
]

/** Every book, as the server serves it and devices may copy it. */
export const servedBooks: readonly ServedBook[] = collectionNames.map(
  (name) => customBooks.find(({ book }) => book.name === name) ?? createPlainBook(name),
)
