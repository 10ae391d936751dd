/** The fields of each page. */
import type { ComponentType } from "react";
import type { PageId } from "../form/page-table";
import { AboutPage } from "./about-page";
import { CheckPage } from "./check-page";
import { LifePage } from "./life-page";
import { MarriagePage } from "./marriage-page";
import { PartnerPage } from "./partner-page";
import { PhotosPage } from "./photos-page";
import { TagsPage } from "./tags-page";
import { VerificationPage } from "./verification-page";
import { WorkPage } from "./work-page";
import { YouPage } from "./you-page";

const bodies: Record<Exclude<PageId, "check">, ComponentType> = {
  you: YouPage,
  life: LifePage,
  work: WorkPage,
  tags: TagsPage,
  about: AboutPage,
  marriage: MarriagePage,
  photos: PhotosPage,
  partner: PartnerPage,
  verification: VerificationPage,
};

/** One page; the last one can lead back to any other. */
export function PageBody({ page, onChange }: { page: PageId; onChange: (page: PageId) => void }) {
  if (page === "check") return <CheckPage onChange={onChange} />;
  const Body = bodies[page];
  return <Body />;
}
