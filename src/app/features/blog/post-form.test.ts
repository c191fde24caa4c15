import { expect, test } from 'vitest'
import { emptyForm, isSameForm, tagsOf } from './post-form.ts'

test('splits tags at commas, with or without #, each once', () => {
  expect(tagsOf('#취득세, 증여 ,, 취득세，소유권 이전')).toEqual(['취득세', '증여', '소유권 이전'])
  expect(tagsOf(' ')).toEqual([])
})

test('treats a form as unchanged if it would send the same', () => {
  const form = emptyForm('박새론')
  expect(isSameForm({ ...form, tags: '가, 나' }, { ...form, tags: '#가,나 ' })).toBe(true)
  expect(isSameForm(form, { ...form, title: '제목' })).toBe(false)
})
