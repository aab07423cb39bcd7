import { useEffect, useState } from "preact/hooks";

/** As in the styles: from here on there is room beside the table. */
const QUERY = "(min-width: 60rem)";

/** Whether there is room beside the table. */
export function useWide(): boolean {
  const [query] = useState(() => matchMedia(QUERY));
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setWide(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return wide;
}
