import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { z } from 'zod'
import { createDeviceSetting, useDeviceSetting } from '../browser/device-setting.ts'
import { useMediaQuery } from '../browser/use-media-query.ts'
import { placeToastsAfterLayout } from '../overlays/toast.tsx'
import { isImeKey } from '../text-editing/composition.ts'

/**
 * The edge between table and panel; dragging it or ← and → resizes the panel. A focusable separator
 * is a control (WAI-ARIA "window splitter").
 */
function PanelEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="상세 너비"
      aria-valuenow={width}
      aria-valuemin={320}
      aria-valuemax={800}
      tabIndex={0}
      onKeyDown={(event) => {
        if (isImeKey(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        event.preventDefault()
        onWidth(width + (event.key === 'ArrowLeft' ? widthStep : -widthStep))
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const panel = event.currentTarget.parentElement
        if (!event.currentTarget.hasPointerCapture(event.pointerId) || !panel) return
        onWidth(panel.getBoundingClientRect().right - event.clientX)
      }}
      className="absolute inset-y-0 -left-1.5 z-10 w-3 cursor-col-resize touch-none hover:bg-primary-wash focus-visible:bg-primary-wash"
    />
  )
}

const widthStep = 16

interface DetailSplitProps {
  /** The table's id, under which the device stores the width. */
  tableId: string
  /** Null when no record is open. */
  panel: ReactNode
  /** The table. */
  children: ReactNode
}

/**
 * The table, with the open record to its right. On a tablet in landscape the record is a sheet of
 * full window height, and the page next to it narrows (`besideSheetClass`). In portrait and on
 * small screens the sheet covers everything.
 */
export function DetailSplit({ tableId, panel, children }: DetailSplitProps) {
  const isSmall = useMediaQuery('(max-width: 768px), (pointer: coarse) and (width < 60rem)')
  const isBottomSheet = useMediaQuery('(pointer: coarse)') && !isSmall
  const [width, setWidth] = usePanelWidth(tableId)
  const isCovered = isSmall && panel !== null
  useSheetWidth(isBottomSheet && panel !== null ? sheetWidth(width) : null)
  const isOpen = panel !== null
  useLayoutEffect(placeToastsAfterLayout, [isOpen])
  return (
    <div className="relative flex h-full min-h-0 flex-1 cramped:min-h-80 typing:min-h-80">
      <div className="flex min-w-0 flex-1 flex-col" inert={isCovered}>
        {children}
      </div>
      {panel === null ? null : (
        <div
          className={isSmall ? modeClasses.cover : isBottomSheet ? modeClasses.sheet : modeClasses.beside}
          style={isSmall ? undefined : { width: isBottomSheet ? sheetWidth(width) : `min(${width}px, 60%)` }}
        >
          {isSmall ? null : <PanelEdge width={width} onWidth={setWidth} />}
          {panel}
        </div>
      )}
    </div>
  )
}

/** Keeps the page and the lines of the frame clear of an open sheet. */
export const besideSheetClass = 'tablet:pr-[calc(0.75rem+var(--detail-sheet,0px))]'

function useSheetWidth(width: string | null): void {
  useLayoutEffect(() => {
    if (width === null) return undefined
    const root = document.documentElement
    root.style.setProperty('--detail-sheet', width)
    root.setAttribute('data-detail-sheet', '')
    return () => {
      root.style.removeProperty('--detail-sheet')
      root.removeAttribute('data-detail-sheet')
    }
  }, [width])
}

const modeClasses = {
  cover: 'fixed inset-0 bottom-[var(--keyboard,0px)] z-30',
  sheet: 'fixed inset-y-0 right-0 bottom-[var(--keyboard,0px)] z-30 border-l border-l-rule-strong shadow-float',
  beside: 'relative shrink-0 border-y border-r border-l border-l-rule-strong',
}

/** Limits the width relative to the window, so that the table keeps its first columns visible. */
function sheetWidth(width: number): string {
  return `min(${width}px, 50vw)`
}

const widthLimits = { min: 320, max: 800, default: 400 }
const storedWidthSchema = z.coerce.number().min(widthLimits.min).max(widthLimits.max).catch(widthLimits.default)

function usePanelWidth(tableId: string): [number, (width: number) => void] {
  return useDeviceSetting(
    useMemo(
      () =>
        createDeviceSetting({
          key: `detail-width:${tableId}`,
          parse: (text) => storedWidthSchema.parse(text ?? widthLimits.default),
          format: (width) => String(Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)))),
        }),
      [tableId],
    ),
  )
}
