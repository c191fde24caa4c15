import { Navigate, useParams } from '@tanstack/react-router'
import { idSchema } from '#contract/values.ts'
import { CaseDetailPage } from './case-detail-page.tsx'

/** /popup/{kind}/{id} (decision 18). A kind that has no window, or an id that is none, goes home like any unknown path. */
export function DetailPopup() {
  const { kind, id } = useParams({ strict: false })
  if (kind === 'real-estate' && idSchema.safeParse(id).success && id !== undefined) return <CaseDetailPage id={id} />
  return <Navigate to="/" replace />
}
