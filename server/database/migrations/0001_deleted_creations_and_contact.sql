CREATE TABLE "contact_message" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "deleted_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "is_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_message_by_owner" ON "contact_message" USING btree ("owner_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "task_to_erase" ON "task" USING btree ("deleted_at_ms") WHERE "task"."deleted_at_ms" is not null and not "task"."is_erased";