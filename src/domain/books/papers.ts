import { idSchema } from '#contract/values.ts'
import { textIn, type BookRules } from './book-rules.ts'

/** Photographs and papers: known by their title. */
export const paperRules: BookRules = {
  violations: ({ after }) => ({
    ...(!idSchema.safeParse(after['content_id']).success && {
      content_id: '파일 번호: 번호 형식이 올바르지 않습니다.',
    }),
    ...(!/^[0-9a-f]{64}$/.test(textIn(after, 'digest')) && { digest: '파일 해시: 형식이 올바르지 않습니다.' }),
  }),
  captionOf: (record) => textIn(record, 'name') || '서류',
  subjectOf: (record) => textIn(record, 'name'),
}
