CREATE TABLE "push_message" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	"last_status" integer,
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_message" ADD CONSTRAINT "push_message_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_message" ADD CONSTRAINT "push_message_subscription_id_push_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_message_once" ON "push_message" USING btree ("task_id","subscription_id");--> statement-breakpoint
CREATE INDEX "push_message_due" ON "push_message" USING btree ("due_at_ms");--> statement-breakpoint
CREATE INDEX "push_message_by_subscription" ON "push_message" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_subscription_by_owner" ON "push_subscription" USING btree ("owner_id","seen_at_ms" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "push_by_session" ON "push_subscription" USING btree ("session_id");