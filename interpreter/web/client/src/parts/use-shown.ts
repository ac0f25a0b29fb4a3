// Whether a view is still there: an answer that comes after it was left takes nobody anywhere.
import { useLayoutEffect, useRef } from "preact/hooks";

export function useShown(): () => boolean {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
