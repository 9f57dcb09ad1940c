import { type ImgHTMLAttributes, type PointerEvent, useEffect, useRef, useState } from 'react';

type Point = { x: number; y: number };
const MOST = 6;
const STEP = 1.5;
const rest = { scale: 1, x: 0, y: 0 };
const within = (scale: number): number => Math.max(1, Math.min(MOST, scale));
const distance = ([a, b]: Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Zooms a picture by keys and buttons, the wheel, a double press, or two fingers; one finger pans it. */
export const useZoom = (of: string) => {
  const [view, setView] = useState(rest);
  const fingers = useRef(new Map<number, Point>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture starts unzoomed
  useEffect(() => {
    setView(rest);
    fingers.current.clear();
  }, [of]);
  const by = (factor: number) =>
    setView(({ scale, x, y }) => {
      const next = within(scale * factor);
      return next === 1 ? rest : { scale: next, x: (x * next) / scale, y: (y * next) / scale };
    });
  const handleMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const was = distance([...fingers.current.values()]);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size === 2 && was > 0) return by(distance([...fingers.current.values()]) / was);
    setView((now) =>
      now.scale === 1 ? now : { ...now, x: now.x + event.clientX - before.x, y: now.y + event.clientY - before.y },
    );
  };
  const letGo = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId);
  const imageProps: ImgHTMLAttributes<HTMLImageElement> = {
    style: {
      transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
      touchAction: 'none',
      cursor: view.scale > 1 ? 'grab' : 'zoom-in',
    },
    onDoubleClick: () => (view.scale > 1 ? setView(rest) : by(STEP * STEP)),
    onWheel: ({ deltaY }) => by(deltaY < 0 ? 1.15 : 1 / 1.15),
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: handleMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
  return { imageProps, isNear: view.scale > 1, nearer: () => by(STEP), farther: () => by(1 / STEP) };
};
