import { expect, test } from 'vitest'
import { emptyForm, isSameForm, tagsOf, withPicture } from './post-form.ts'

test('tags are separated by commas, with or without the mark, each once', () => {
  expect(tagsOf('#취득세, 증여 ,, 취득세，소유권 이전')).toEqual(['취득세', '증여', '소유권 이전'])
  expect(tagsOf(' ')).toEqual([])
})

test('a picture goes where the cursor stands, on a line of its own', () => {
  const mark = '![그림 설명](/api/blog/pictures/1)'
  expect(withPicture('앞\n뒤', 2, '/api/blog/pictures/1')).toBe(`앞\n\n${mark}\n\n뒤`)
  expect(withPicture('', 0, '/api/blog/pictures/1')).toBe(mark)
})

test('a form is unchanged when what would be sent is the same', () => {
  const form = emptyForm('박새론')
  expect(isSameForm({ ...form, tags: '가, 나' }, { ...form, tags: '#가,나 ' })).toBe(true)
  expect(isSameForm(form, { ...form, title: '제목' })).toBe(false)
})
