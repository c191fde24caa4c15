import { Navigate, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { idSchema } from '#contract/values.ts'

/** By kind, the window of one record of a business. */
export type DetailPages = Readonly<Record<string, ComponentType<{ id: string }>>>

/** /popup/{kind}/{id} (decision 18). A kind that has no window, or an id that is none, goes home like any unknown path. */
export function DetailPopup({ pages }: { pages: DetailPages }) {
  const { kind, id } = useParams({ strict: false })
  const Page = kind !== undefined && Object.hasOwn(pages, kind) ? pages[kind] : undefined
  if (Page && id !== undefined && idSchema.safeParse(id).success) return <Page id={id} />
  return <Navigate to="/" replace />
}
