import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { idSchema } from '#contract/records/values.ts'
import { MissingWindow, RecordDetailPage } from './record-detail-page.tsx'

/** Record windows of features that have their own, by kind. */
export type DetailPages = Readonly<Record<string, ComponentType<{ id: string }>>>

/** /popup/{kind}/{id}. An unknown kind or an invalid id shows the not-found page. */
export function DetailPopup({ pages }: { pages: DetailPages }) {
  const { kind, id } = useParams({ strict: false })
  const collection = collectionNames.find((name) => name === kind && getBook(name).hasWindow)
  if (collection === undefined || !idSchema.safeParse(id).success || id === undefined) {
    return <MissingWindow title="페이지를 찾을 수 없습니다">주소가 바뀌었거나 잘못 적힌 것 같습니다.</MissingWindow>
  }
  const Page = pages[collection]
  return Page ? <Page id={id} /> : <RecordDetailPage id={id} collection={collection} />
}
