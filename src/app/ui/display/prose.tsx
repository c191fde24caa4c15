import { useMemo } from 'react'
import { trustedProse } from './trusted-prose.ts'

/**
 * A text that came as HTML, in the typography of a page to be read. HAZARD: only for HTML that our own server has sanitised (server/documents/markdown); the CSP
 * stands behind it.
 */
export function Prose({ html }: { html: string }) {
  const content = useMemo(() => ({ __html: trustedProse(html) }), [html])
  return <div className="prose" dangerouslySetInnerHTML={content} />
}
