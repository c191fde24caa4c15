/** Counts of renders for the tests that gate them (grid.md §14 line 30 d). Nobody listens in the product. */
export const renderProbe: { onRow?: (row: number) => void; onCell?: (row: number, key: string) => void } = {}
