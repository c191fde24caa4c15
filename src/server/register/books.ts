import type { ServedBook } from '#server/books/served-book.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'

/**
 * Entries of the statutory register. HAZARD: nobody writes them; `update-register.ts` and
 * `corrections.ts` do, past the write pipeline and under their own lock.
 */
export const writableRegisterBook = createWritableBook('register-entries', {
  checkWrite: async () => ({ refusal: { message: '법정 사건부는 사건에서 만들어집니다. 사건을 수정해 주세요.' } }),
})

const entries: ServedBook = { book: writableRegisterBook, list: { book: writableRegisterBook } }

export const registerBooks = [entries]
