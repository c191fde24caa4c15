import { idSchema } from '#contract/records/values.ts'
import { type BookRules, textIn } from './book-rules.ts'

const lostFileText = '파일을 알아볼 수 없습니다. 파일을 다시 추가해 주세요.'

/** Photographs and papers; known by their title. */
export const paperRules: BookRules = {
  violations: ({ after }) => ({
    ...(!idSchema.safeParse(after['content_id']).success && {
      content_id: lostFileText,
    }),
    ...(!/^[0-9a-f]{64}$/.test(textIn(after, 'digest')) && { digest: lostFileText }),
  }),
  captionOf: (record) => textIn(record, 'name') || '서류',
  subjectOf: (record) => textIn(record, 'name'),
}
