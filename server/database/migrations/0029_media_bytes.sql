ALTER TABLE "media" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "owner" ADD COLUMN "address_key" text;--> statement-breakpoint
CREATE INDEX "media_storage" ON "media" USING btree ("owner_id","bytes") WHERE "media"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "media_uncounted" ON "media" USING btree ("created_at_ms") WHERE "media"."state" = 'stored' and "media"."bytes" is null;--> statement-breakpoint
CREATE INDEX "owner_by_address" ON "owner" USING btree ("address_key") WHERE "owner"."address_key" is not null;