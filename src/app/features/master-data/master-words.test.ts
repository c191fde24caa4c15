import { expect, test } from 'vitest'
import { managerDescription } from '#contract/books/master-data.ts'
import { missingText } from './master-words.ts'

test('required fields ask for what is missing with the right particle', () => {
  const said = managerDescription.fields.filter((field) => 'required' in field).map((field) => missingText(field))
  expect(said).toEqual(['회사를 선택해주세요.', '부서를 선택해주세요.', '이름을 입력해주세요.'])
})
