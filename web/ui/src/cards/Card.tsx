import { backSvg, faceSvg } from "./face";

const sources = new Map<string, string>();

/** A card's picture as an address, drawn once; an empty name gives the back. */
function source(card: string): string {
  let address = sources.get(card);
  if (!address) {
    address = `data:image/svg+xml,${encodeURIComponent(card ? faceSvg(card) : backSvg())}`;
    sources.set(card, address);
  }
  return address;
}

interface Props {
  /** The card, or an empty text for one that lies face down. */
  readonly card: string;
  readonly alt?: string;
}

export function CardImage({ card, alt = "" }: Props) {
  return <img class="card-image" src={source(card)} alt={alt} draggable={false} />;
}
