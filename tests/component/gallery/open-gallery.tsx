import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Gallery, type SectionId } from './gallery.tsx'

/** Renders one section of the gallery, or all of it. */
export async function openGallery(only?: SectionId): Promise<void> {
  await render(<Gallery {...(only ? { only } : {})} />)
  await page.getByRole('heading', { level: 1, name: '부품 진열대' }).findElement()
  if (only === undefined || only === 'tables')
    await page.getByCss('[role=gridcell][data-row="0"]').first().findElement()
}
